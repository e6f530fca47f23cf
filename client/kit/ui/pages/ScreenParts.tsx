import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '../layout/phone.ts';
import { type Part, useReadable } from '../layout/readable.ts';
import { TabPanel, Tabs } from '../layout/Tabs.tsx';
import { Forbidden } from '../states/EmptyState.tsx';
import { ReadFailures } from '../states/ReadFailures.tsx';

interface ScreenPart extends Part {
  value: string;
  label: string;
}

interface ScreenPartsProps {
  /** Label for screen readers. */
  label: string;
  /** Parts of modules that the reader may not read are left out. */
  parts: readonly ScreenPart[];
  /** Default part if the URL names none; otherwise the first. */
  usual?: string | undefined;
  /** Query parameter of the open record. */
  param?: string;
  /** Query parameter of the shown part. */
  by?: string;
}

/** A screen with several lists under one route; the URL tells which is shown. */
export function ScreenParts({ label, parts: all, usual, param = 'id', by = 'part' }: ScreenPartsProps) {
  const panel = useId();
  const [params, setParams] = useSearchParams();
  const phone = usePhone();
  const parts = useReadable(all);
  const first = parts.find(({ value }) => value === usual) ?? parts[0];
  const part = parts.find(({ value }) => value === params.get(by)) ?? first;
  if (!part) return <Forbidden module={label} onBack={() => window.history.back()} />;
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
      {/* On phones an open record takes the full page. */}
      {!(phone && params.has(param)) && (
        <Tabs
          label={label}
          tabs={parts}
          value={part.value}
          panel={panel}
          // Filters and the open record belong to the previous list and are dropped.
          onChange={value => setParams(value === first?.value ? {} : { [by]: value })}
        />
      )}
      <TabPanel key={part.value} id={panel} value={part.value}>
        <ReadFailures>{part.content}</ReadFailures>
      </TabPanel>
    </chakra.div>
  );
}
