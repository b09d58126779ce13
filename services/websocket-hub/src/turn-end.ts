/** Does something at the end of a turn of the event loop, once for many: a timer for each socket would cost more. */
export class TurnEnd {
  #waiting: { endTurn(): void }[] = [];

  /** @param waiting is told when this turn has ended. If it asks twice in one turn, it is told twice. */
  tell(waiting: { endTurn(): void }): void {
    if (this.#waiting.push(waiting) === 1) setImmediate(this.#end);
  }

  readonly #end = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one.endTurn();
  };
}
