import { createServer, connect as dial, type Socket } from 'node:net';

/** This program stands between the clients of PostgreSQL and a server. */
export type Between = { port: number; close(): Promise<void> };

/** Passes everything on, and puts `shown` in the place of each `real` of the server. Both have one length. */
export const openRewriter = (serverPort: number, real: string, shown: string): Promise<Between> =>
  listen(serverPort, (client, server) => {
    client.pipe(server);
    server.on('data', (bytes) => client.write(bytes.toString('latin1').replaceAll(real, shown), 'latin1'));
  });

/**
 * Lends connections of the server by the transaction, as PgBouncer does in its transaction mode. All clients must
 * have the same user and database.
 */
export function openTransactionPooler(serverPort: number): Promise<Between> {
  const idle: Socket[] = [];
  const borrowers = new Map<Socket, Socket>();
  return listen(serverPort, (client, ownServer) => {
    // A client proves who it is to a connection of its own, which anybody may borrow from then on.
    let lent: Socket | null = ownServer;
    borrowers.set(ownServer, client);
    client.on('data', (bytes) => {
      if (!lent) {
        const isEnd = bytes[0] === 'X'.charCodeAt(0);
        lent = isEnd ? null : (idle.pop() ?? null);
        if (!lent) return void client.end();
        borrowers.set(lent, client);
      }
      lent.write(bytes);
    });
    readMessages(ownServer, (message) => {
      const borrower = borrowers.get(ownServer);
      borrower?.write(message);
      if (!borrower || !isBetweenTransactions(message)) return;
      borrowers.delete(ownServer);
      idle.push(ownServer);
      borrower.emit('returned');
    });
    client.on('returned', () => {
      lent = null;
    });
  });
}

/** `ReadyForQuery` with the state `I` says that no transaction is open. */
const isBetweenTransactions = (message: Buffer) =>
  message.toString('latin1', 0, 1) === 'Z' && message[5] === 73;

/** A message is its kind in one byte, its length without the kind in four, and its content. */
function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
      const size = 1 + rest.readUInt32BE(1);
      onMessage(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  });
}

async function listen(serverPort: number, join: (client: Socket, server: Socket) => void): Promise<Between> {
  const sockets = new Set<Socket>();
  const between = createServer((client) => {
    const server = dial(serverPort, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    join(client, server);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const address = between.address();
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => between.close(resolve));
    },
  };
}
