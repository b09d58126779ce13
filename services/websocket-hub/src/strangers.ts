import { Shares } from '@svc/domain';
import type { Holder } from '@svc/domain';

/** Sockets that have not authenticated yet. Each address has a share of their places, so that one host cannot keep all others out. */
export class Strangers<Socket> {
  readonly #places: Shares;
  readonly #perAddressMax: number;
  readonly #holders = new Map<Socket, readonly Holder[]>();

  constructor({ countMax, perAddressMax }: { countMax: number; perAddressMax: number }) {
    this.#places = new Shares(countMax);
    this.#perAddressMax = perAddressMax;
  }

  hasRoomFor(address: string): boolean {
    const holders = this.#holdersOf(address);
    if (this.#places.take(holders) !== 'taken') return false;
    this.#places.release(holders);
    return true;
  }

  /** There has to be room for it. */
  add(socket: Socket, address: string): void {
    const holders = this.#holdersOf(address);
    if (this.#places.take(holders) === 'taken') this.#holders.set(socket, holders);
  }

  /** The socket has authenticated or closed. May be called more than once. */
  remove(socket: Socket): void {
    const holders = this.#holders.get(socket);
    if (holders === undefined) return;
    this.#holders.delete(socket);
    this.#places.release(holders);
  }

  all(): Iterable<Socket> {
    return this.#holders.keys();
  }

  #holdersOf(address: string): readonly Holder[] {
    return [{ key: address, max: this.#perAddressMax }];
  }
}
