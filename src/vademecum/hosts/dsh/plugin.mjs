// Vademecum's memory in DeepSeek Harness: hands each turn of a session to `vade rpc`, and its answers to the agent.
//
// It owns the wire between the two and holds no memory of its own. What is still before the agent is read from the
// session's log at every step. It fails open: without an answer in time the turn goes on as if it were not there.
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export const name = 'vademecum'
export const inject = ['agents', 'systemPrompt', 'tools']

// The one form that every version of the session's log takes.
const SOURCE = { kind: `plugin:${name}`, form: 'recall' }
// The host's own tool that reads a file.
const READ = 'read'
// Milliseconds that a turn waits for an answer. A first start may have a whole store to read.
const WAITS = { hello: 20_000, start: 10_000, step: 3_000, used: 3_000, stop: 3_000, tool: 60_000 }
// What a program needs to find its files; keys of model providers are none of it.
const PASSED_ON = /^(HOME|USERPROFILE|PATH|LANG|LC_.*|TMPDIR|TEMP|TMP|SYSTEMROOT|APPDATA|LOCALAPPDATA|XDG_.*|PYTHON.*|MEMORY_DIR|VADE.*)$/
// Where texts stand: the section after the persona, the contexts before, between and after those of others.
const SECTION = { name: 'vademecum:index', order: 120 }
const CONTEXTS = { boot: -200, facts: 130, reminder: 200 }

export async function apply(ctx, config = {}) {
  const wire = open(config.command ?? ['vade', 'rpc', '--host', 'dsh'], line => ctx.logger?.info(line))
  ctx.effect(() => wire.close, 'vademecum: end its program')
  const { tools = [] } = (await wire.call('hello', { version: 1 })) ?? {}
  const given = new WeakMap()
  const begun = new WeakMap()

  const begin = (agent, source) => {
    if (!begun.has(agent)) begun.set(agent, start(agent, source))
    return begun.get(agent)
  }
  const start = async (agent, source) => {
    const answer = await wire.call('start', { ...about(agent), source, visible: inView(agent, tools, waiting(agent)) })
    if (answer === undefined) begun.delete(agent)  // asked again at the next step
    else given.set(agent, answer)
    return answer?.messages ?? []
  }

  const of = (context, pick) => pick(given.get(context?.agent) ?? {}) ?? ''
  ctx.systemPrompt.section({ ...SECTION, text: context => of(context, all => all.index) })
  for (const [channel, order] of Object.entries(CONTEXTS)) {
    ctx.systemPrompt.context({ name: `vademecum:${channel}`, order, text: context => of(context, all => all[channel]) })
  }

  // A newer host waits for this event and says why the session starts; an older one has an event of its own for that.
  ctx.on('agent/created', async ({ agent, source }) => { if (source !== undefined) await begin(agent, source) })
  ctx.on('agent/session-start', ({ agent, source }) => { void begin(agent, source) })

  const opened = new WeakSet()
  ctx.on('agent/pre-step', async ({ agent }, next) => {
    const entering = await next()
    if (entering.kind !== 'enter') return entering
    const seeds = await begin(agent, 'startup')
    const first = opened.has(agent) ? [] : seeds
    if (given.has(agent)) opened.add(agent)
    const answer = await wire.call('step', {
      ...about(agent),
      recall: config.promptRecall !== false,
      texts: entering.messages.filter(each => !isOurs(each)).map(each => ({ text: textOf(each), by: each.source?.kind ?? '' })),
      visible: inView(agent, tools, [...first, ...waiting(agent), ...standing(given.get(agent))]),
    })
    const before = [...first, ...(answer?.before ?? [])].map(message)
    const after = (answer?.after ?? []).map(message)
    if (before.length + after.length === 0) return entering
    return { ...entering, messages: [...before, ...entering.messages, ...after] }
  })

  ctx.on('session/event', (session, event) => {
    if (event?.type !== 'tool/result') return
    const call = callOf(session, event.data?.message)
    if (call?.name === READ) void wire.call('used', { ...aboutSession(session), ...call, output: textOf(event.data.message) })
  })
  ctx.on('agent/turn-stopping', async ({ agent }) => {
    const answer = await wire.call('stop', { ...about(agent), waiting: queued(agent).length > 0 })
    if (answer?.followup) agent.followup(message(answer.followup))
  })

  for (const tool of tools) ctx.tools.register(toolFor(tool, wire))
}

// The program at the other end: a line of JSON each way, answers by number, nothing thrown. What it says to the person
// stands in the host's log.
function open([command, ...args], tell) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => PASSED_ON.test(key.toUpperCase())))
  const program = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const pending = new Map()
  let number = 0
  let gone = false
  const end = () => {
    gone = true
    for (const settle of pending.values()) settle({})
    pending.clear()
  }
  program.on('error', end)
  program.on('exit', end)
  program.stdin.on('error', end)
  createInterface({ input: program.stderr }).on('line', tell)
  createInterface({ input: program.stdout }).on('line', line => {
    const answer = parsed(line)
    pending.get(answer?.id)?.(answer)
  })
  const ask = (method, params) => new Promise(resolve => {
    if (gone) return resolve({})
    const id = ++number
    const timer = setTimeout(() => settle({}), WAITS[method])
    const settle = answer => { clearTimeout(timer); pending.delete(id); resolve(answer) }
    pending.set(id, settle)
    program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  })
  const call = async (method, params) => (await ask(method, params)).result
  const close = () => { program.stdin.end(); program.kill() }
  return { ask, call, close }
}

function parsed(line) {
  try { return JSON.parse(line) } catch { return undefined }
}

function about(agent) {
  return aboutSession(agent.session)
}

function aboutSession({ header }) {
  const isSub = (header.delegationDepth ?? 0) > 0 || header.origin === 'subagent'
  return { session: header.id, cwd: header.cwd, role: isSub ? 'sub' : 'root' }
}

// What the agent has before it: our messages and the answers of our tools, with those that are on their way, and the
// calls by which it read files itself.
function inView(agent, tools, coming) {
  const messages = agent.session.deriveMessages()
  const names = new Set(tools.map(each => each.name))
  const calls = messages.flatMap(blocks).filter(each => each.type === 'tool-call')
  const ours = new Set(calls.filter(each => names.has(each.name)).map(each => each.id))
  const texts = messages.filter(each => isOurs(each) || ours.has(each.toolCallId)).map(textOf)
  return { texts: [...texts, ...coming], calls: calls.filter(each => each.name === READ).map(each => each.id) }
}

// Our texts that go with the next step or turn.
function waiting(agent) {
  return queued(agent).filter(isOurs).map(textOf)
}

// Our texts that stand in the system prompt or beside it.
function standing(texts = {}) {
  return ['index', ...Object.keys(CONTEXTS)].map(channel => texts[channel]).filter(Boolean)
}

function queued({ inbox }) {
  return [...(inbox?.nextStep ?? []), ...(inbox?.nextTurn ?? [])]
}

function isOurs({ source }) {
  return source?.kind === SOURCE.kind || (source?.kind === 'plugin' && source.plugin === name)
}

function blocks({ content }) {
  return Array.isArray(content) ? content : []
}

function textOf(each) {
  return typeof each.content === 'string' ? each.content : blocks(each).map(block => block.text ?? '').join('\n')
}

function message(text) {
  return { id: randomUUID(), role: 'user', content: [{ type: 'text', text }], source: SOURCE }
}

function callOf(session, result) {
  const call = session.snapshotEvents().findLast(each => each.type === 'tool/call' && each.data.callId === result?.toolCallId)
  return call && { call: result.toolCallId, name: call.data.name, input: parsed(call.data.arguments) ?? {} }
}

function toolFor({ name: toolName, description, parameters }, wire) {
  return {
    name: toolName,
    description,
    parameters,
    output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
    async execute(args, exec) {
      const { result, error } = await wire.ask('tool', { ...about(exec.agent), name: toolName, arguments: args })
      if (result === undefined) throw new Error(error?.message ?? 'the memory did not answer in time')
      return result.text
    },
  }
}
