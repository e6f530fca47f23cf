import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { Forbidden } from '../EmptyState.tsx';
import { usePhone } from '../phone.ts';
import { ReadFailures } from '../ReadFailures.tsx';
import { type Part, useReadable } from '../readable.ts';
import { TabPanel, Tabs } from '../Tabs.tsx';

interface ScreenPart extends Part {
  value: string;
  label: string;
}

interface ScreenPartsProps {
  /** What is divided, for readers. */
  label: string;
  /** Those of modules that the reader may not read are left out. */
  parts: readonly ScreenPart[];
  /** The part that an address without one shows; default the first. */
  usual?: string | undefined;
  /** Search parameter of the open record. */
  param?: string;
  /** Search parameter of the part that is shown. */
  by?: string;
}

/** A screen of several lists under one route; the address says which one is shown. */
export function ScreenParts({ label, parts: all, usual, param = 'id', by = 'part' }: ScreenPartsProps) {
  const panel = useId();
  const [params, setParams] = useSearchParams();
  const phone = usePhone();
  const parts = useReadable(all);
  const first = parts.find(({ value }) => value === usual) ?? parts[0];
  const part = parts.find(({ value }) => value === params.get(by)) ?? first;
  if (!part) return <Forbidden module={label} position={undefined} onBack={() => window.history.back()} />;
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
      {/* An open record is a page of its own on a phone. */}
      {!(phone && params.has(param)) && (
        <Tabs
          label={label}
          tabs={parts}
          value={part.value}
          panel={panel}
          // Filters and the open record belong to the list that is left.
          onChange={value => setParams(value === first?.value ? {} : { [by]: value })}
        />
      )}
      <TabPanel key={part.value} id={panel} value={part.value}>
        <ReadFailures>{part.content}</ReadFailures>
      </TabPanel>
    </chakra.div>
  );
}
