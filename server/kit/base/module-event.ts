/** A handler of a module's event, listed under `listens` of the subscribing module. */
export interface ModuleListener {
  subscribe: () => void;
}

/**
 * Declares an event that other modules take part in, within the caller's transaction: the caller runs the handlers and uses
 * their results. Subscribing a handler twice calls it once.
 */
export function defineModuleEvent<A extends readonly unknown[], R>() {
  const handlers = new Set<(...args: A) => Promise<R>>();
  return {
    handlers: handlers as ReadonlySet<(...args: A) => Promise<R>>,
    handledBy: (handler: (...args: A) => Promise<R>): ModuleListener => ({
      subscribe: () => void handlers.add(handler),
    }),
  };
}
