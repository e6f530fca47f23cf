import { WebSocket } from 'ws';

/** A handshake of Socket.IO spoken by hand: the load generator costs the same for the product and for the baseline. */
export interface Handshake {
  port: number;
  auth?: object;
  /** Asked for with an acknowledgement before the socket counts as open. */
  subscribe?: object;
}

function open({ port, auth, subscribe }: Handshake, hear: (message: Buffer) => void): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (message: Buffer) => {
      // Engine.IO: 0 open, 2 ping, 4 message; Socket.IO within 4: 0 connected, 2 event, 3 acknowledgement, 4 refused.
      if (message[0] === 0x34 && message[1] === 0x32) hear(message);
      else if (message[0] === 0x30) socket.send(`40${auth ? JSON.stringify(auth) : ''}`);
      else if (message[0] === 0x32) socket.send('3');
      else if (message[1] === 0x34) reject(new Error(message.toString()));
      else if (message[1] === 0x30 && subscribe) socket.send(`420${JSON.stringify(['subscribe', subscribe])}`);
      else if (message[1] === 0x33 && !message.includes('"ok":true')) reject(new Error(message.toString()));
      else resolve(socket);
    });
  });
}

/** Opens so many sockets, fifty at a time; `hear` gets every event that comes to any of them. */
export async function openSockets(
  count: number,
  handshake: Handshake,
  hear: (message: Buffer) => void,
): Promise<{ close: () => void }> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(50, count - sockets.length) }, () => open(handshake, hear));
    sockets.push(...(await Promise.all(some)));
  }
  return {
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}
