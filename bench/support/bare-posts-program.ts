import { Agent } from 'node:http';
import axios from 'axios';
import { frameOf } from './fixtures.js';
import { serveCalls } from './program-calls.js';

export type BarePostsCalls = typeof calls;

const calls = {
  /** Posts frames with axios over connections that are kept, so many at once. */
  async post(options: { url: string; count: number; concurrency: number }): Promise<void> {
    const client = axios.create({
      httpAgent: new Agent({ keepAlive: true, maxFreeSockets: options.concurrency }),
      proxy: false,
      maxRedirects: 0,
      headers: { 'Content-Type': 'application/json' },
    });
    let next = 0;
    async function postInTurn(): Promise<void> {
      while (next < options.count) await client.post(options.url, frameOf(next++));
    }
    await Promise.all(Array.from({ length: options.concurrency }, postInTurn));
  },
};

serveCalls(calls);
