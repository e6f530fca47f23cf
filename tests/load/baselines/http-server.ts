import { createServer } from 'node:http';
import express from 'express';
import { MongoClient } from 'mongodb';
import { Server } from 'socket.io';

// Bare Express, Socket.IO and driver: a ticket and its audit row in one durable transaction, then told; and a page of a list with its count.

const DURABLE = { w: 'majority', j: true } as const;

interface Ticket {
  projectId: string;
  code: string;
  title: string;
  content: string;
  unitId: string;
  status: string;
  labels: string[];
  assignee: string;
  dueAt: Date;
  createdAt: Date;
}

const client = await MongoClient.connect(process.env.MONGODB_URI ?? '', { maxPoolSize: 50, writeConcern: DURABLE });
const db = client.db();
const tickets = await db.createCollection<Ticket>('tickets');
const audit = await db.createCollection('audit');
await tickets.createIndexes([
  { key: { projectId: 1, status: 1, createdAt: -1 } },
  { key: { projectId: 1, code: 1 }, unique: true },
  { key: { projectId: 1, unitId: 1 } },
  { key: { projectId: 1, assignee: 1, dueAt: 1 } },
]);
await audit.createIndex({ projectId: 1, at: -1 });
await fill(Number(process.env.TICKETS ?? 0), Number(process.env.MATCHING ?? 0));

/** Inserts `count` tickets, of which `matching` are RATED. */
async function fill(count: number, matching: number): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    const batch = Array.from({ length: Math.min(1000, count - from) }, (_, n): Ticket => {
      const i = from + n;
      // 7919 is prime: the matching ones lie all over the list.
      const status = (i * 7919) % count < matching ? 'RATED' : 'COMPLETED';
      return {
        projectId: 'list',
        code: `L${i}`,
        title: `Ro ri nuoc ${i}`,
        content: 'x'.repeat(400),
        status,
        unitId: `A-${i % 900}`,
        labels: ['water'],
        assignee: `u${i % 40}`,
        dueAt: new Date(1.79e12 + i * 1e5),
        createdAt: new Date(1.79e12 + i * 1000),
      };
    });
    await tickets.insertMany(batch, { ordered: false });
  }
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
const http = createServer(app);
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', socket => socket.join('p0'));

let made = 0;
app.post('/tickets', async (req, res) => {
  const { projectId, title, content, unitId, labels } = req.body;
  const n = made++;
  const createdAt = new Date();
  const ticket: Ticket = {
    projectId,
    code: `${process.pid}-${n}`,
    title,
    content,
    unitId,
    status: 'WAITING',
    labels,
    assignee: `u${n % 40}`,
    dueAt: new Date(Date.now() + 864e5),
    createdAt,
  };
  const id = await client.withSession(session =>
    session.withTransaction(
      async () => {
        const { insertedId } = await tickets.insertOne({ ...ticket }, { session });
        await audit.insertOne({ projectId, at: createdAt, who: 'u1', act: 'create', ref: ticket.code }, { session });
        return insertedId;
      },
      { readConcern: { level: 'snapshot' }, writeConcern: DURABLE },
    ),
  );
  io.to(projectId).emit('event', ticket);
  res.status(201).json({ code: 0, data: { id } });
});

app.get('/list', async (req, res) => {
  const filter = { projectId: 'list', status: String(req.query.status) };
  const [rows, total] = await Promise.all([
    tickets.find(filter).sort({ createdAt: -1 }).limit(20).toArray(),
    tickets.countDocuments(filter),
  ]);
  res.set('Content-Range', `items 0-${rows.length - 1}/${total}`).json({ code: 0, data: rows });
});

http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
