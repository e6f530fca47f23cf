import { filtersOf } from '@lobby/shared/kit/definition.ts';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { CheckCheck, ListChecks, Plus, Search, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { lazyPart } from '../layout/lazy-part.tsx';
import { Badge } from '../marks/Badge.tsx';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import { Sheet } from '../overlay/Sheet.tsx';
import { PartSkeleton } from '../states/PartSkeleton.tsx';
import { activeCondition } from './filters/conditions.ts';
import { SearchBox } from './filters/SearchBox.tsx';
import { useListModel } from './model/model.ts';
import { countOf, NOTHING, toggleShown } from './model/selection.ts';
import { useListWords } from './model/words.ts';
import type { CalendarShape } from './shapes/Calendar.tsx';

const FilterSheet = lazyPart(async () => (await import('./filters/FilterSheet.tsx')).FilterSheet, PartSkeleton);

const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  flex: 'none',
  minH: '13',
  ps: '4',
  pe: '2',
  minW: '0',
  '& > h1': {
    textStyle: 'lg',
    lineHeight: 'md',
    fontWeight: 'semibold',
    flex: '1',
    minW: '0',
    py: '2',
    textWrap: 'balance',
  },
  // A visible name wraps above the buttons if there is too little room.
  '&[data-named]': { flexWrap: 'wrap', '& > h1': { flexBasis: '120px' } },
  '& > div': { display: 'flex', alignItems: 'center', gap: '1', flex: 'none', maxW: 'full', ms: 'auto' },
  // Buttons with an icon show only the icon, so that the name stays on one line.
  '& > div > button:has(> svg + span)': { w: 'control', px: '0', '& > span': { srOnly: true } },
});
const markClass = styleClass({
  position: 'relative',
  '& > :last-child:not(button)': { position: 'absolute', top: '0', insetInlineEnd: '0', pointerEvents: 'none' },
});
// Below the rows, because a floating button would hide a card's amount.
const createClass = styleClass({
  display: 'grid',
  flex: 'none',
  px: '4',
  py: '2',
  borderTopWidth: '1px',
  borderColor: 'border',
  bg: 'bg',
});

interface PhoneBarProps {
  extras?: ReactNode;
  calendar?: CalendarShape | undefined;
}

/** Title of a list on phones; search and filters are behind buttons. */
export function PhoneBar({ extras, calendar }: PhoneBarProps) {
  const { definition, state, selects, selecting } = useListModel();
  const t = useListWords();
  const [isSelecting, setSelecting] = useAtom(selecting);
  const [searching, setSearching] = useState(Boolean(state.filter.q));
  const [filtering, setFiltering] = useState(false);
  const active = filtersOf(definition).filter(field => activeCondition(state.filter, field)).length;
  if (isSelecting) return <Selecting />;
  if (searching)
    return (
      <search className={barClass()}>
        <VisuallyHidden>
          <h1>{t('plural')}</h1>
        </VisuallyHidden>
        <SearchBox autoFocus />
        <IconButton icon={X} label={t('kit:list.closeSearch')} onClick={() => setSearching(false)} />
      </search>
    );
  return (
    <div className={barClass()} data-named="">
      <h1>{t('plural')}</h1>
      <div>
        {extras}
        {selects && <IconButton icon={ListChecks} label={t('kit:list.select')} onClick={() => setSelecting(true)} />}
        <IconButton icon={Search} label={t('kit:list.search')} onClick={() => setSearching(true)} />
        <span className={markClass()}>
          <IconButton icon={SlidersHorizontal} label={t('kit:list.filters')} onClick={() => setFiltering(true)} />
          <Badge count={active} look="unread" label={t('kit:list.filters')} />
        </span>
      </div>
      <Sheet open={filtering} title={t('kit:list.filters')} onClose={() => setFiltering(false)}>
        <FilterSheet calendar={calendar} onClose={() => setFiltering(false)} />
      </Sheet>
    </div>
  );
}

/** Selection mode: number selected, select all shown, and exit. */
function Selecting() {
  const { list, selection, selecting } = useListModel();
  const { ids, total } = useAtomValue(list.view);
  const [chosen, choose] = useAtom(selection);
  const setSelecting = useSetAtom(selecting);
  const t = useListWords();
  return (
    <div className={barClass()}>
      <h1 className="cut">
        <span role="status">{t('kit:list.selected', { count: countOf(chosen, total) })}</span>
      </h1>
      <IconButton
        icon={CheckCheck}
        label={t('kit:list.selectAll')}
        onClick={() => choose(before => toggleShown(before, ids))}
      />
      <IconButton
        icon={X}
        label={t('kit:list.clearSelection')}
        onClick={() => {
          choose(NOTHING);
          setSelecting(false);
        }}
      />
    </div>
  );
}

/** The primary button of a list on phones, within reach of the thumb; it says what it makes. */
export function CreateButton({ label }: { label: string }) {
  const { onCreate } = useListModel();
  if (!onCreate) return null;
  return (
    <span className={createClass()}>
      <Button look="filled" size="lg" icon={Plus} onClick={onCreate}>
        {label}
      </Button>
    </span>
  );
}
