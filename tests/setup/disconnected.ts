import { disconnect } from '@lobby/server/kit/database/database.ts';

// What a file that could not be loaded left connected would keep the next one of the worker from connecting.
await disconnect();
