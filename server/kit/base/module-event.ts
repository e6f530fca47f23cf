/** A handler of a module's event, as the module that cares lists it under `listens`. */
export interface ModuleListener {
  subscribe: () => void;
}

/**
 * Declares what other modules take part in, within the caller's transaction: the caller runs the handlers, and uses what they answer. A handler that is
 * subscribed twice is called once.
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
