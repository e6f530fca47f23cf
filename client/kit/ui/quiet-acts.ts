import { createContext } from 'react';

/** Whether another act of the screen is the filled one: what is filled here is outlined then. */
export const QuietActs = createContext(false);
