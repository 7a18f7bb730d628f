/**
 * Connections that have not said who they are, the oldest first, in all and of each address. Where there is no room for one more the
 * oldest of them goes: a crowd of strangers keeps out strangers, and never a device, which says who it is at once.
 */
export class Strangers<Connection extends { readonly address: string }> {
  readonly #all = new Set<Connection>();
  readonly #perAddress = new Map<string, Set<Connection>>();

  add(connection: Connection): void {
    const { address } = connection;
    this.#all.add(connection);
    const own = this.#perAddress.get(address);
    if (own) own.add(connection);
    else this.#perAddress.set(address, new Set([connection]));
  }

  /** It said who it is, or it is closed. */
  remove(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const own = this.#perAddress.get(connection.address);
    own?.delete(connection);
    if (own?.size === 0) this.#perAddress.delete(connection.address);
  }

  countOf(address: string): number {
    return this.#perAddress.get(address)?.size ?? 0;
  }

  oldest(): Connection | undefined {
    const [first] = this.#all;
    return first;
  }

  oldestOf(address: string): Connection | undefined {
    const [first] = this.#perAddress.get(address) ?? [];
    return first;
  }
}
