import { chakra } from '@chakra-ui/react';

/** Longest code in characters. */
const MOST_LETTERS = 24;
const isCode = (word: string) => word.length <= MOST_LETTERS && /\d/.test(word) && /[-/]/.test(word);

/** Keeps codes on one line, also within text: no break after their hyphens. */
export function Unbroken({ children }: { children: string }) {
  if (children.length <= MOST_LETTERS && !/\s/.test(children))
    return <chakra.span whiteSpace="nowrap">{children}</chakra.span>;
  // An amount stays with its currency, which follows after a no-break space.
  const words = children.split(/([^\S\u00a0]+)/);
  if (!words.some(isCode)) return children;
  return words.map((word, at) =>
    isCode(word) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words without any identity
      <chakra.span key={at} whiteSpace="nowrap">
        {word}
      </chakra.span>
    ) : (
      word
    ),
  );
}
