import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { serveBroadcasts } from '../fanout.ts';
import { now } from '../machine.ts';

// Bare Socket.IO: one room of everybody, told the event that the bench gave.

const http = createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.engine.on('connection', (socket: { request: unknown }) => {
  socket.request = null;
});
io.on('connection', socket => socket.join('room'));

let event: object = {};
serveBroadcasts(
  http,
  version => io.to('room').emit('event', { ...event, version, sentAt: now() }),
  message => {
    event = message;
    process.send?.({ ok: true });
  },
);
