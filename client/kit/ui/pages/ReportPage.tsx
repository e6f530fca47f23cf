import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface ReportPageProps {
  title: string;
  /** What it is asked for: inputs in a line. */
  asks?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of figures: what is asked for above, the figures below. */
export function ReportPage({ title, asks, actions, children }: ReportPageProps) {
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minW="0" minH="0">
      <chakra.div
        display="flex"
        flexWrap={{ base: 'wrap', md: 'nowrap' }}
        alignItems="center"
        gap="2"
        flex="none"
        minH="13"
        px="4"
        py={{ base: '2', md: '0' }}
        minW="0"
      >
        <chakra.h1 textStyle="lg" fontWeight="semibold" className="cut">
          {title}
        </chakra.h1>
        <chakra.i flex="1" />
        {actions}
      </chakra.div>
      {asks && (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fit, minmax(160px, 240px))' }}
          gap="3"
          flex="none"
          px="4"
          pb="3"
        >
          {asks}
        </chakra.div>
      )}
      {children}
    </chakra.div>
  );
}
