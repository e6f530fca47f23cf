import { chakra } from '@chakra-ui/react';
import { useColorMode } from '../../../theme/mode.ts';

interface LogoProps {
  /** Side in px. */
  size?: number;
  /** Inverted for the coloured background of the sign-in page: a white square with a coloured arch. */
  turned?: boolean;
  /** URL of a white label's logo; without it the arch. */
  src?: string | undefined;
  /** Logo for dark backgrounds, if it differs. */
  srcDark?: string | undefined;
}

/** Logo of the white label, or Lobby's arch; decorative, so hidden from screen readers. */
export function Logo({ size = 24, turned, src, srcDark }: LogoProps) {
  const { shown } = useColorMode();
  const mark = turned || shown === 'dark' ? (srcDark ?? src) : src;
  if (mark) return <chakra.img src={mark} alt="" width={`${size}px`} height={`${size}px`} borderRadius="25%" />;
  return (
    <chakra.svg
      viewBox="0 0 40 40"
      width={`${size}px`}
      height={`${size}px`}
      flex="none"
      aria-hidden
      color={turned ? 'label.fg' : 'accent.solid'}
    >
      <rect width="40" height="40" rx="10" fill="currentColor" />
      <chakra.g color={turned ? 'label.ground' : 'accent.contrast'}>
        <path
          d="M10 31.5V18.7a10 10 0 0 1 20 0v12.8"
          fill="none"
          stroke="currentColor"
          strokeWidth="3.4"
          strokeLinecap="round"
        />
        <path d="M16.6 31.8V20.2a3.4 3.4 0 0 1 6.8 0v11.6z" fill="currentColor" />
      </chakra.g>
    </chakra.svg>
  );
}
