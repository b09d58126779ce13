import type { Scratch } from '../scratch.js';
import type { Neighbour } from './neighbour.js';

/** What a figure counts, and how much of it is none of the attacker's success. */
export interface Measure {
  /** Such as `opens the account`. */
  what: string;
  /** Of `yes or no`, 1 is yes. */
  unit: 'yes or no' | 'ms' | 'MiB' | 'refused' | 'calls';
  /** The target: at most so much. */
  max: number;
}

/** One way in which a stranger, a neighbour or an agent once did harm, through public doors. */
export interface Attack {
  name: string;
  shape: ShapeName;
  measures: readonly Measure[];
  /** One figure for each measure. Rejects if the attack cannot be made at all. */
  run(attacked: Attacked): Promise<readonly number[]>;
}

/** A product that runs, and a neighbour who works in it and must notice nothing. */
export interface Attacked {
  url: string;
  neighbour: Neighbour;
  /** Its database, for whoever has read it. */
  sql: Scratch['sql'];
  /** The memory of a kind of service, in bytes. */
  memoryOf(kind: string): number;
}

/** How the attacked product is set up; see `SHAPES`. */
export type ShapeName = 'usual' | 'small' | 'demo behind a host' | 'demo behind a header';

export const WAIT_OF_NEIGHBOUR: Measure = {
  what: 'longest wait of a neighbour, beyond that at rest',
  unit: 'ms',
  max: 100,
};

/** A measure that is either true or not, and must not be. */
export function never(what: string): Measure {
  return { what, unit: 'yes or no', max: 0 };
}
