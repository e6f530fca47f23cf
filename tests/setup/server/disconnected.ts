import { disconnect } from '@lobby/server/kit/database/database.ts';

// Disconnects what a failed test file left connected, so that the next one of the worker can connect.
await disconnect();
