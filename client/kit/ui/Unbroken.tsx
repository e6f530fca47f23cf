import { chakra } from '@chakra-ui/react';

/** The longest code. */
const MOST_LETTERS = 24;

/** A code is read in one line: hyphens within it are no place to break it. */
export function Unbroken({ children }: { children: string }) {
  const isWord = children.length <= MOST_LETTERS && !/\s/.test(children);
  return isWord ? <chakra.span whiteSpace="nowrap">{children}</chakra.span> : children;
}
