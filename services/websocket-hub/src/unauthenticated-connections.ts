import { Budget } from '@svc/domain';
import type { Share } from '@svc/domain';

/** Connections that have not authenticated yet. Each address has a share of them, so that one host cannot keep all others out. */
export class UnauthenticatedConnections<Socket> {
  readonly #budget: Budget;
  readonly #perAddressMax: number;
  readonly #shares = new Map<Socket, readonly Share[]>();

  constructor({ countMax, perAddressMax }: { countMax: number; perAddressMax: number }) {
    this.#budget = new Budget(countMax);
    this.#perAddressMax = perAddressMax;
  }

  hasCapacityFor(address: string): boolean {
    return this.#budget.refusal(this.#sharesOf(address)) === null;
  }

  /** The caller has asked {@link hasCapacityFor}. */
  add(socket: Socket, address: string): void {
    const shares = this.#sharesOf(address);
    if (this.#budget.take(shares) === null) this.#shares.set(socket, shares);
  }

  /** The socket has authenticated or closed. May be called more than once. */
  remove(socket: Socket): void {
    const shares = this.#shares.get(socket);
    if (shares === undefined) return;
    this.#shares.delete(socket);
    this.#budget.release(shares);
  }

  all(): Iterable<Socket> {
    return this.#shares.keys();
  }

  #sharesOf(address: string): Share[] {
    return [{ key: address, max: this.#perAddressMax }];
  }
}
