import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** What the screen in view can do from the palette. */
export interface Command {
  key: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const commands = new Set<{ current: Command | null }>();

/** What can be done here now; of two of the same key the one that came last, which lies over the other. */
export const commandsHere = (): Command[] => [
  ...new Map([...commands].flatMap(({ current }) => (current ? [[current.key, current] as const] : []))).values(),
];

/** Lets the palette offer something while its screen is in view; null: nothing at the moment. */
export function useCommand(command: Command | null): void {
  const own = useRef(command);
  own.current = command;
  useEffect(() => {
    commands.add(own);
    return () => void commands.delete(own);
  }, []);
}
