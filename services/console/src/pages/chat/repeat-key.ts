/** What is sent again unchanged has the same key, so that the service does it once. */
export class RepeatKey {
  #key = '';
  #sent = '';

  /** @param body what is sent now, as JSON has it. */
  of(body: unknown): string {
    const sending = JSON.stringify(body);
    if (sending !== this.#sent) this.#key = newKey();
    this.#sent = sending;
    return this.#key;
  }
}

/** `crypto.randomUUID` is there only on pages that came by https or from the own machine. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
