import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Balancer = {
  /** The one address of all servers. */
  url: string;
  close(): void;
};

/**
 * Gives servers one address: each connection goes to the next one. A server that takes no connection is passed
 * over. `ports` says where the servers are that run now.
 */
export async function startBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let next = 0;
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    next += 1;
    const candidates = ports();
    const first = next % (candidates.length || 1);
    join(socket, [...candidates.slice(first), ...candidates.slice(0, first)]);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function join(socket: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined || socket.destroyed) {
    socket.destroy();
    return;
  }
  const inner = connect({ port, host: '127.0.0.1', noDelay: true });
  const passOver = () => join(socket, others);
  inner.once('error', passOver);
  inner.once('connect', () => {
    inner.off('error', passOver);
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
}
