import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The longest code. */
const MOST_LETTERS = 24;
const CODE = /(\S*\d\S*[-/]\S*|\S*[-/]\S*\d\S*)/;

/** A code is read in one line, among other words too: hyphens within it are no place to break it. */
export function Unbroken({ children }: { children: string }) {
  if (children.length <= MOST_LETTERS && !/\s/.test(children)) return whole(children);
  const parts = children.split(CODE);
  return parts.length > 1
    ? parts.map((part, n) => (n % 2 && part.length <= MOST_LETTERS ? whole(part) : part))
    : children;
}

const whole = (word: string): ReactNode => (
  <chakra.span key={word} whiteSpace="nowrap">
    {word}
  </chakra.span>
);
