import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { moneyShape } from '@lobby/shared/kit/money.ts';
import { headOf } from '@lobby/shared/kit/nouns.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import { useFieldWords } from '../form/form-context.ts';
import { lazyPart } from '../layout/lazy-part.tsx';
import { TabPanel, Tabs } from '../layout/Tabs.tsx';
import { Late, lateWord, Status } from '../marks/Status.tsx';
import { ReadFailures } from '../states/ReadFailures.tsx';
import type { DetailDrawerProps, DetailTab } from './detail-props.ts';
import { Subject } from './Subject.tsx';

const MoneyHead = lazyPart(async () => (await import('./money/MoneyHead.tsx')).MoneyHead, AwaitedHead);

const Facts = lazyPart(
  async () => (await import('./info/Facts.tsx')).Facts,
  () => null,
);

type DetailContentProps = Omit<DetailDrawerProps, 'id' | 'tab' | 'foot'> & {
  row: Row;
  name: string;
  tabs: readonly DetailTab[];
  active: DetailTab | undefined;
  onTab: (tab: string) => void;
  onEdit: () => void;
};

/** The record: title, acts, and the selected tab. */
export function DetailContent({
  definition,
  row,
  name,
  nav,
  tabs,
  active,
  onTab,
  onEdit,
  ...props
}: DetailContentProps) {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const panel = useId();
  const money = props.title ? null : moneyShape(definition);
  const head = props.title || money ? null : headOf(definition);
  const status = definition.statuses?.[String(row.status)];
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH="0" css={PARTS}>
      {props.warning?.(row)}
      <chakra.div position="relative" flex="none" px="5" pt="4" pb="2" css={HEAD}>
        {money ? (
          <MoneyHead definition={definition} shape={money} row={row} />
        ) : (
          <chakra.h2
            textStyle="md"
            fontWeight="semibold"
            textWrap="pretty"
            overflowWrap="anywhere"
            lineClamp={head ? '3' : undefined}
          >
            {head ? (
              <Subject definition={definition} shape={head.matter ? { subject: [head.matter] } : {}} row={row} />
            ) : props.title ? (
              props.title(row)
            ) : (
              name
            )}
          </chakra.h2>
        )}
        {((status && !money) || props.meta || props.facts) && (
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" rowGap="1" mt="1.5" color="fg.muted">
            {status && !money && (
              <RecordStatus definition={definition} row={row} word={say.status(String(row.status))} />
            )}
            {props.meta?.(row)}
            {props.facts && <Facts definition={definition} facts={props.facts} row={row} />}
          </chakra.div>
        )}
        <chakra.div mt="3" data-acts="">
          <ActionBar
            definition={definition}
            row={row}
            onEdit={props.form === false ? undefined : onEdit}
            onRemoved={nav.close}
            values={props.values?.(row)}
            asides={props.asides?.(row)}
            wording={props.wording?.(row)}
            extra={props.actionsExtra?.(row)}
            lead={props.lead?.(row)}
            more={props.more?.(row)}
          />
        </chakra.div>
      </chakra.div>
      <Tabs label={t('detail.tabs')} tabs={tabs} value={active?.value ?? ''} panel={panel} onChange={onTab} />
      <TabPanel id={panel} value={active?.value ?? ''}>
        <ReadFailures>{active?.content}</ReadFailures>
      </TabPanel>
    </chakra.div>
  );
}

interface RecordStatusProps {
  definition: Definition;
  row: Row;
  word: string;
}

/** Status of a record; of a late one in red, as in its list. */
function RecordStatus({ definition, row, word }: RecordStatusProps) {
  const { t } = useTranslation('kit');
  const { late } = definition.list;
  if (late && row[late.flag] === (late.is ?? true)) return <Late>{lateWord(t('money.late'), word)}</Late>;
  const status = definition.statuses?.[String(row.status)];
  return (
    status && (
      <Status tone={status.tone} icon={status.icon}>
        {word}
      </Status>
    )
  );
}

/** Acts that are all in the menu stand beside the title, not in a line of their own. */
const HEAD = {
  '&:has(> [data-acts] > div > span:only-child)': {
    '& > [data-acts]': { position: 'absolute', top: '2', insetInlineEnd: '5', mt: '0' },
    '& > :first-child': { pe: '10' },
  },
} as const;

const PARTS = {
  '& > [role=tablist]': { px: '5' },
  // An empty state starts at the top of the tab.
  '& > [role=tabpanel] > [data-empty]': { flex: 'none', minH: '0', pt: '8' },
};

/** Placeholder of the loading head. */
function AwaitedHead() {
  return <chakra.div h="84px" />;
}
