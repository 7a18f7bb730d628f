import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A tracker's end of a connection. */
export class Client {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  static async to(port: number | undefined, options: { allowHalfOpen?: boolean } = {}): Promise<Client> {
    if (port === undefined) throw new Error('There is no door');
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...options });
    await once(socket, 'connect');
    return new Client(socket);
  }

  get received(): Buffer {
    return this.#received;
  }

  send(...pieces: readonly (Buffer | string)[]): void {
    for (const piece of pieces) this.socket.write(piece);
  }

  /** What was received as soon as it is so much, or as the connection is closed. */
  async got(bytes: number): Promise<Buffer> {
    await this.#until(() => this.#received.length >= bytes);
    return this.#received;
  }

  async closed(): Promise<Buffer> {
    await this.#until(() => false);
    return this.#received;
  }

  async #until(enough: () => boolean): Promise<void> {
    while (!enough() && !this.isClosed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  end(): void {
    this.socket.destroy();
  }
}
