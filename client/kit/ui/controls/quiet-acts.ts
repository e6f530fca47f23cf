import { createContext } from 'react';

/** Whether another act of the screen is primary: filled buttons inside are outlined then. */
export const QuietActs = createContext(false);
