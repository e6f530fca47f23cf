import './base.css';
import '../fonts/fonts.css';
import './mode.ts';
import './density.ts';
import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { system } from '../theme.ts';
import { styleCache } from './cache.ts';

/** Theme of the client: styles with the page's nonce, fonts, colour mode and density. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
