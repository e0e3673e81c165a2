// A plugin for tests: after a turn whose prompt asks for it, the conversation is compacted once the agent is idle, and a
// file is written when that is done.
import { writeFileSync } from 'node:fs'

export const name = 'test-driver'
export const inject = ['agents', 'commands']

export function apply(ctx, { ask, done }) {
  const asked = new Set()
  ctx.on('agent/pre-step', ({ agent, messages }, next) => {
    if (messages.some(each => JSON.stringify(each.content).includes(ask))) asked.add(agent.session.header.id)
    return next()
  })
  ctx.on('session/event', (session, event) => {
    if (event.type === 'turn/end' && asked.delete(session.header.id)) setTimeout(compact, 0, session)
  })
  const compact = async session => {
    const agent = ctx.agents.roots().find(each => each.session === session)
    await agent.whenIdle()
    const outcome = await ctx.commands.execute(agent, '/compact', [], new AbortController().signal)
    writeFileSync(done, JSON.stringify(outcome ?? null))
  }
}
