import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** A command that the current screen offers in the palette. */
export interface Command {
  key: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const commands = new Set<{ current: Command | null }>();

/** Commands available now; of several with the same key the last registered one, whose screen lies on top. */
export const commandsHere = (): Command[] => [
  ...new Map([...commands].flatMap(({ current }) => (current ? [[current.key, current] as const] : []))).values(),
];

/** Registers a command in the palette while the component is mounted; null for none at the moment. */
export function useCommand(command: Command | null): void {
  const latest = useRef(command);
  latest.current = command;
  useEffect(() => {
    commands.add(latest);
    return () => void commands.delete(latest);
  }, []);
}
