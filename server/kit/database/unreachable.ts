import { MongoError, MongoNetworkError } from 'mongodb';

/** Whether an error says that the database did not answer at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoError && /^Mongo(ServerSelection|NotConnected|Client|TopologyClosed)/.test(error.name));
