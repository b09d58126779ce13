import type { AttemptSlot, AttemptSlots } from './attempt-slots.js';
import type { DueEvent } from './ports.js';

/**
 * What became of an event that was offered.
 *
 * `reserved`: its attempt is reserved, or another owns it. `listed`: it waits here for attempts of its agent to end. `left`: too many
 * wait, so it stays in the store until the lane reads on. `slow`: likewise, and the agent's endpoint is slow. `refused`: nothing was done, since
 * something that it needs is away. `failed`: likewise, and nothing is known to be away.
 */
export type Admission = 'reserved' | 'listed' | 'left' | 'slow' | 'refused' | 'failed';

/** Makes one attempt. Calls `reserved` as soon as the database knows of it. Never rejects; resolves to `failed` as {@link Admission} says. */
export type MakeAttempt = (event: DueEvent, reserved: () => void) => Promise<void | 'failed'>;

export interface AgentLanesOptions {
  slots: AttemptSlots;
  /** Attempts under way for one agent at once. */
  attemptsPerAgentMax: number;
  /** Events that one agent may have waiting in memory. */
  waitingPerAgentMax: number;
  /** Agents that may have attempts or waiting events at once. */
  lanesMax: number;
  make: MakeAttempt;
  /** Reads an agent's next due events from the store, in order. If it rejects, the sweeper brings the events again. */
  readDue: (agentId: string, limit: number) => Promise<DueEvent[]>;
}

interface Waiting {
  event: DueEvent;
  /** The broker still holds the event's message. */
  held: boolean;
  admit: (admission: Admission) => void;
}

interface Running {
  attempt: number;
  slot: AttemptSlot;
  /** The attempt after this one, if it came due before this one was wholly done. */
  next: DueEvent | undefined;
}

interface Lane {
  agentId: string;
  /** By event, in the order in which they began. */
  running: Map<string, Running>;
  waiting: Map<string, Waiting>;
  /** The store holds due events that this lane left there. */
  behind: boolean;
  reading: boolean;
  /** An attempt was reserved since the lane last read from the store. Otherwise reading again would find the same events. */
  moved: boolean;
}

/**
 * A lane per agent, in which a bounded number of attempts is under way, so that a slow endpoint costs other agents nothing. Events beyond
 * the bound wait in a short list. Events beyond that list stay in the store, and the lane reads on from there.
 */
export class AgentLanes {
  readonly #options: AgentLanesOptions;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that only the process's own bound holds up. They are served in turn. */
  readonly #ready = new Set<Lane>();
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(options: AgentLanesOptions) {
    this.#options = options;
  }

  /** Resolves once the event's message is no longer needed; an event that is held up by its own agent alone is not waited for. */
  offer(event: DueEvent): Admission | Promise<Admission> {
    if (this.#closed) return 'refused';
    const lane = this.#laneOf(event.agentId);
    if (lane === undefined) return 'refused';
    const running = lane.running.get(event.eventId);
    if (running !== undefined) return admitBeside(running, event);
    const known = lane.waiting.get(event.eventId);
    if (known !== undefined) {
      if (event.attempt > known.event.attempt) known.event = event;
      return 'listed';
    }
    if (lane.behind || lane.reading || lane.waiting.size >= this.#options.waitingPerAgentMax) {
      lane.behind = true;
      this.#advance(lane);
      return this.#isSlow(lane) ? 'slow' : 'left';
    }
    const held =
      !this.#isSlow(lane) && lane.running.size + lane.waiting.size < this.#options.attemptsPerAgentMax;
    const admission = new Promise<Admission>((admit) =>
      lane.waiting.set(event.eventId, { event, held, admit }),
    );
    this.#advance(lane);
    return held ? admission : 'listed';
  }

  /** Lets lanes go on after room was made, one attempt each in turn. */
  advanceReady(): void {
    for (const lane of this.#ready) {
      if (!this.#options.slots.hasRoom()) return;
      this.#ready.delete(lane);
      if (this.#mayBegin(lane)) this.#begin(lane);
      else this.#letGo(lane);
      if (lane.waiting.size > 0 && this.#mayBegin(lane)) this.#ready.add(lane);
    }
  }

  /** Takes and begins no more, and returns what waited in memory and whose messages are gone. */
  close(): DueEvent[] {
    this.#closed = true;
    const given: DueEvent[] = [];
    for (const lane of this.#lanes.values()) {
      for (const { event, held, admit } of lane.waiting.values()) {
        admit('refused');
        if (!held) given.push(event);
      }
      for (const { next } of lane.running.values()) if (next !== undefined) given.push(next);
      lane.waiting.clear();
      lane.behind = false;
    }
    this.#ready.clear();
    return given;
  }

  /** Resolves when no attempt is under way. */
  idle(): Promise<void> {
    if (this.#options.slots.count === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#idle = resolve));
  }

  #laneOf(agentId: string): Lane | undefined {
    const known = this.#lanes.get(agentId);
    if (known !== undefined) return known;
    if (this.#lanes.size >= this.#options.lanesMax) return undefined;
    const lane = {
      agentId,
      running: new Map<string, Running>(),
      waiting: new Map<string, Waiting>(),
      behind: false,
      reading: false,
      moved: true,
    };
    this.#lanes.set(agentId, lane);
    return lane;
  }

  #advance(lane: Lane): void {
    while (lane.waiting.size > 0 && this.#mayBegin(lane)) {
      if (!this.#options.slots.hasRoom()) {
        this.#ready.add(lane);
        return;
      }
      this.#begin(lane);
    }
    if (lane.waiting.size > 0 || lane.reading) return;
    if (lane.behind && lane.moved && this.#mayBegin(lane)) void this.#readOn(lane);
    else if (lane.running.size === 0) this.#lanes.delete(lane.agentId);
  }

  /** An endpoint that takes long gets no further attempts until one of those under way has ended. */
  #mayBegin(lane: Lane): boolean {
    return lane.running.size < this.#options.attemptsPerAgentMax && !this.#isSlow(lane);
  }

  /** Gives the broker's messages back: what waits for a slow endpoint may wait long. */
  #letGo(lane: Lane): void {
    for (const waiting of lane.waiting.values()) {
      waiting.held = false;
      waiting.admit('listed');
    }
  }

  #begin(lane: Lane): void {
    const [next] = lane.waiting.values();
    if (next === undefined) return;
    const { event, admit } = next;
    lane.waiting.delete(event.eventId);
    const slot = this.#options.slots.take();
    const running: Running = { attempt: event.attempt, slot, next: undefined };
    lane.running.set(event.eventId, running);
    const reserved = (): void => {
      lane.moved = true;
      admit('reserved');
    };
    void this.#options.make(event, reserved).then((result) => {
      admit(result ?? 'refused');
      lane.running.delete(event.eventId);
      this.#options.slots.free(slot);
      if (running.next !== undefined && !this.#closed) lane.waiting.set(event.eventId, listed(running.next));
      // Other agents that wait for room come first.
      if (lane.waiting.size > 0) this.#ready.add(lane);
      else this.#advance(lane);
      this.advanceReady();
      if (this.#options.slots.count === 0) this.#idle?.();
    });
  }

  async #readOn(lane: Lane): Promise<void> {
    const limit = this.#options.waitingPerAgentMax;
    lane.reading = true;
    lane.moved = false;
    // An event that is left while the lane reads may be missing in what it reads, and sets this again.
    lane.behind = false;
    const due = await this.#options.readDue(lane.agentId, limit).catch(() => []);
    lane.reading = false;
    if (this.#closed) return;
    lane.behind ||= due.length >= limit;
    for (const event of due) {
      const running = lane.running.get(event.eventId);
      if (running === undefined) lane.waiting.set(event.eventId, listed(event));
      else admitBeside(running, event);
    }
    this.#advance(lane);
  }

  #isSlow(lane: Lane): boolean {
    const [oldest] = lane.running.values();
    return oldest !== undefined && this.#options.slots.isSlow(oldest.slot);
  }
}

/** An event that waits here and whose message the broker no longer holds. */
function listed(event: DueEvent): Waiting {
  return { event, held: false, admit: () => {} };
}

/**
 * If an event is under way, an offer of the same attempt is a repeat. An offer of a later attempt is not: the attempt under way is recorded, and its
 * retry came due at once. If it were dropped, only the sweeper would bring it.
 */
function admitBeside(running: Running, event: DueEvent): Admission {
  if (event.attempt <= running.attempt) return 'reserved';
  running.next = event;
  return 'listed';
}
