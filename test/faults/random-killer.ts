import { randomInt } from 'node:crypto';
import type { ServicesProcess } from './services-process.js';

/** Kills a random process of a random kind every now and then, whatever state the others are in. */
export class RandomKiller {
  /** How often each kind was killed. */
  readonly kills = new Map<string, number>();
  readonly #services: ServicesProcess;
  readonly #intervalMs: number;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(services: ServicesProcess, intervalMs: number) {
    this.#services = services;
    this.#intervalMs = intervalMs;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when no more is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      // Half to one and a half times the interval: no rhythm that anything could fall in step with.
      const pauseMs = this.#intervalMs / 2 + randomInt(this.#intervalMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await this.#killOne();
    }
  }

  async #killOne(): Promise<void> {
    const members = (await this.#services.members()).filter(({ pid, ready }) => pid !== undefined && ready);
    // The kind that was killed least, so that a short test meets all of them; among several, any.
    const timesOf = (kind: string): number => this.kills.get(kind) ?? 0;
    const fewest = Math.min(...members.map(({ kind }) => timesOf(kind)));
    const candidates = members.filter(({ kind }) => timesOf(kind) === fewest);
    const victim = candidates[randomInt(Math.max(1, candidates.length))];
    if (victim === undefined) return;
    this.kills.set(victim.kind, timesOf(victim.kind) + 1);
    try {
      this.#services.kill(victim);
    } catch {
      // It has ended meanwhile.
    }
  }
}
