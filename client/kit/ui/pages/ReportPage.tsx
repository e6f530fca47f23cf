import './report-print.css';
import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { projectAtom } from '../../session/project.ts';
import { projectIdAtom } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';
import { usePhone } from '../layout/phone.ts';
import { Sheet } from '../overlay/Sheet.tsx';
import { today } from '../today.ts';

/** Shown in full, in two lines if it is long. */
const askedClass = styleClass({
  '&&': { h: 'auto', minH: 'control', maxW: 'full', py: '1', textAlign: 'start', whiteSpace: 'normal' },
});

/** On phones tools (print, export) show only their icon, so that they stand beside the title; acts keep their words. */
const titleClass = styleClass({
  mdDown: { '& > [data-tool]': { w: 'control', px: '0', '& > span': { srOnly: true } } },
});

interface ReportPageProps {
  title: string;
  /** Inputs of the report, in a line. */
  asks?: ReactNode;
  /** Current inputs in words: on paper, and on phones, where inputs would take much space, they open from this text. */
  asked?: string;
  /** Scope of the whole report, beside the title. */
  beside?: ReactNode;
  /** Buttons at the end of the title line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Screen of a report: inputs above, figures below. */
export function ReportPage({ title, beside, asks, asked, actions, children }: ReportPageProps) {
  const isFolded = usePhone() && asked !== undefined;
  return (
    <chakra.div data-report="" display="flex" flexDirection="column" flex="1" minW="0" minH="0">
      <Letterhead />
      <chakra.div
        data-title=""
        className={titleClass()}
        display="flex"
        // Content beside the title may wrap to a line of its own.
        flexWrap={{ base: 'wrap', md: beside ? 'wrap' : 'nowrap' }}
        alignItems="center"
        gap="2"
        flex="none"
        minH="13"
        px="4"
        py={{ base: '2', md: beside ? '2' : '0' }}
        minW="0"
      >
        <chakra.h1 textStyle="lg" fontWeight="semibold" className="cut">
          {title}
        </chakra.h1>
        {beside}
        <chakra.i flex="1" display={beside ? { base: 'none', sm: 'block' } : 'block'} />
        {actions}
      </chakra.div>
      {asked && <p data-printed="">{asked}</p>}
      {asks && isFolded && <FoldedAsks asked={asked}>{asks}</FoldedAsks>}
      {asks && !isFolded && (
        <chakra.div
          data-asks={asked ? 'said' : ''}
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fit, minmax(160px, 240px))' }}
          gap="3"
          flex="none"
          px="4"
          pb="3"
          // Aligned with the inputs, which have labels above.
          css={{
            '& > button': { alignSelf: 'end', justifySelf: 'start', h: 'control' },
            // Many inputs are narrower, so that the figures begin higher.
            '&:has(> :nth-child(6))': { gridTemplateColumns: { sm: 'repeat(auto-fit, minmax(132px, 1fr))' } },
          }}
        >
          {asks}
        </chakra.div>
      )}
      {children}
    </chakra.div>
  );
}

/** Who issues a report and when, on paper alone. */
function Letterhead() {
  const { day } = useFormats();
  const project = useAtomValue(projectAtom(useAtomValue(projectIdAtom) ?? ''));
  if (!project) return null;
  const { name, address, hotline } = project;
  return (
    <div data-letterhead="">
      <div>
        <b>{name}</b>
        {[address, hotline].filter(Boolean).join(' · ')}
      </div>
      {day(today())}
    </div>
  );
}

/** Inputs of a report on phones in a bottom sheet, so that the figures come first. */
function FoldedAsks({ asked, children }: { asked: string; children: ReactNode }) {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  return (
    <chakra.div flex="none" px="4" pb="3">
      <Button icon={ListFilter} className={askedClass()} onClick={() => setOpen(true)}>
        {asked}
      </Button>
      <Sheet open={open} title={t('list.filters')} onClose={() => setOpen(false)}>
        <chakra.div display="grid" gap="3" pb="4">
          {children}
        </chakra.div>
      </Sheet>
    </chakra.div>
  );
}
