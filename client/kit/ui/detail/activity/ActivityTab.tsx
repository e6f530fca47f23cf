import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { Button } from '../../controls/Button.tsx';
import { Avatar } from '../../marks/Avatar.tsx';
import { Empty, ErrorState } from '../../states/EmptyState.tsx';
import { Bone } from '../../states/Skeleton.tsx';
import { DetailBody } from '../DetailBody.tsx';
import { useAssigned } from '../related/useAssigned.ts';
import { useDone } from '../useDone.ts';
import { Changes } from './Changes.tsx';
import { type Activity, useActivities } from './useActivities.ts';

const listClass = styleClass({
  display: 'grid',
  gap: '4',
  listStyle: 'none',
  '& > li': { display: 'flex', gap: '3', minW: '0' },
  '& time': { textStyle: 'xs', color: 'fg.subtle', whiteSpace: 'nowrap' },
});

/** Activity of a record: who, when, what, before and after; newest first, updated live. */
export function ActivityTab({ definition, id }: { definition: Definition; id: string }) {
  const { t } = useTranslation(['kit', 'common']);
  const { rows, total, failed, more } = useActivities(definition, id);
  if (rows.length === 0 && failed) return <ErrorState title={t('activity.failed')} onRetry={more} />;
  if (rows.length === 0 && total === 0) return <Empty icon={History} title={t('activity.empty')} />;
  return (
    <DetailBody>
      <ol className={listClass()} aria-busy={total === null}>
        {total === null && [60, 40, 52].map(width => <Waiting key={width} width={width} />)}
        {rows.map(row => (
          <Entry key={row.id} definition={definition} row={row} />
        ))}
      </ol>
      {total !== null && rows.length < total && (
        <chakra.div mt="4">
          <Button size="sm" onClick={more}>
            {t('activity.more')}
          </Button>
        </chakra.div>
      )}
    </DetailBody>
  );
}

function Waiting({ width }: { width: number }) {
  return (
    <li>
      <Bone shape="circle" />
      <chakra.span flex="1" display="grid" gap="2" pt="1">
        <Bone width={`${width}%`} />
        <Bone width={80} />
      </chakra.span>
    </li>
  );
}

function Entry({ definition, row }: { definition: Definition; row: Activity }) {
  const { dateTime } = useFormats();
  const { name, word } = useDone(definition)(row);
  const { byRule } = useAssigned(row);
  return (
    <li>
      <Avatar person={{ id: row.actor.id, name }} named />
      <chakra.div flex="1" minW="0">
        <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="2">
          <chakra.span fontWeight="medium">{name}</chakra.span>
          <span>{word}</span>
          <chakra.time dateTime={row.at} ms="auto">
            {dateTime(row.at)}
          </chakra.time>
        </chakra.div>
        {byRule && <p>{byRule}</p>}
        <Changes definition={definition} row={row} />
      </chakra.div>
    </li>
  );
}
