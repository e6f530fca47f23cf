import { fold } from '@lobby/shared/kit/text-search.ts';
import type { planThings } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { MOST_TARGETS, maintenancePlan, type PlanThing, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import { ChevronRight } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

type Target = (typeof TARGETS)[number];
/** Field by kind of thing; groups and categories can only be expanded. */
const FIELD: Partial<Record<PlanThing['of'], Target>> = {
  'technical-system': 'systemIds',
  device: 'deviceIds',
  asset: 'assetIds',
  place: 'placeIds',
};
/** Top-level parts of the tree. */
const PARTS = [
  ['systemIds', 'system-group'],
  ['assetIds', 'item-category'],
  ['placeIds', 'place'],
] as const;

const treeClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  '& [data-tree]': {
    maxH: '280px',
    overflowY: 'auto',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    p: '2',
  },
  '& ul': { listStyle: 'none', m: '0', p: '0', ps: '5' },
  '& [data-tree] > section > ul': { ps: '0' },
  '& h4': { textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted', m: '0', py: '1' },
  '& [data-line]': { display: 'flex', alignItems: 'center', gap: '1', minH: 'control' },
  '& [data-line] > button': { display: 'inline-flex', minH: 'target', minW: '6', color: 'fg.muted' },
  '& [data-line] svg': { w: '4', h: '4', flex: 'none', transition: 'transform 120ms' },
  '& [aria-expanded=true] svg': { transform: 'rotate(90deg)' },
  '& p': { m: '0', textStyle: 'xs', color: 'fg.muted' },
  '& p[role=alert]': { color: 'bad.fg' },
});

/** One of the id lists of the form. */
function useIds(name: Target) {
  const { field, fieldState } = useController<TypedValues>({ name });
  const ids = Array.isArray(field.value) ? field.value.map(String) : [];
  return { ids, set: field.onChange, error: fieldState.error?.message };
}

/** Selects the things of a plan in a tree; a system stands for all its machines. */
export function TargetsInput() {
  const { t } = useTranslation(maintenancePlan.name);
  const { data } = useContract<typeof planThings>('/maintenance-plan/things');
  const lists: Record<Target, ReturnType<typeof useIds>> = {
    systemIds: useIds('systemIds'),
    deviceIds: useIds('deviceIds'),
    assetIds: useIds('assetIds'),
    placeIds: useIds('placeIds'),
  };
  const [typed, setTyped] = useState('');
  const words = fold(useDeferredValue(typed).trim());
  const below = useMemo(() => Map.groupBy(data ?? [], item => item.below ?? `top ${item.of}`), [data]);
  const count = TARGETS.reduce((sum, name) => sum + lists[name].ids.length, 0);
  const error = TARGETS.map(name => lists[name].error).find(Boolean);
  const flip = (name: Target, id: string) => {
    const { ids, set } = lists[name];
    set(ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]);
  };
  const isChosen = ({ of, id }: PlanThing) => {
    const name = FIELD[of];
    return name !== undefined && lists[name].ids.includes(id);
  };
  const tops = (of: PlanThing['of']) => [
    ...(below.get(`top ${of}`) ?? []),
    ...(of === 'item-category' ? (below.get('top asset') ?? []) : []),
  ];
  return (
    <div className={treeClass()} data-wide="" data-field="systemIds">
      <TextInput
        type="search"
        aria-label={t('things.search')}
        placeholder={t('things.search')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {!data && <SkeletonRows />}
      {data && (
        <div data-tree="">
          {PARTS.map(([name, of]) => (
            <section key={name} aria-label={t(`things.${name}`)}>
              <h4>{t(`things.${name}`)}</h4>
              <Level things={tops(of)} below={below} words={words} isChosen={isChosen} onFlip={flip} />
            </section>
          ))}
        </div>
      )}
      <p>{t('things.chosen', { count, most: MOST_TARGETS })}</p>
      {error && (
        <p role="alert">
          {t('fields.systemIds')}: {error}
        </p>
      )}
    </div>
  );
}

interface LevelProps {
  things: readonly PlanThing[];
  below: ReadonlyMap<string, readonly PlanThing[]>;
  words: string;
  isChosen: (thing: PlanThing) => boolean;
  onFlip: (name: Target, id: string) => void;
  /** Covered by a selected system above. */
  covered?: boolean | undefined;
}

/** Whether a thing or a descendant matches the search. */
const holds = (thing: PlanThing, below: LevelProps['below'], test: (thing: PlanThing) => boolean): boolean =>
  test(thing) || (below.get(thing.id) ?? []).some(part => holds(part, below, test));

function Level({ things, below, words, isChosen, onFlip, covered }: LevelProps) {
  const matches =
    words === '' ? things : things.filter(thing => holds(thing, below, ({ name }) => fold(name).includes(words)));
  return (
    <ul>
      {matches.map(thing => (
        <Thing
          key={thing.id}
          thing={thing}
          below={below}
          // Below a match everything is shown.
          words={words !== '' && fold(thing.name).includes(words) ? '' : words}
          isSearched={words !== ''}
          isChosen={isChosen}
          onFlip={onFlip}
          covered={covered}
        />
      ))}
    </ul>
  );
}

function Thing(props: Omit<LevelProps, 'things'> & { thing: PlanThing; isSearched: boolean }) {
  const { thing, below, words, isSearched, isChosen, onFlip, covered = false } = props;
  const { t } = useTranslation(maintenancePlan.name);
  const parts = below.get(thing.id) ?? [];
  const [opened, setOpened] = useState(() => parts.some(part => holds(part, below, isChosen)));
  const open = opened || (isSearched && words !== '');
  const name = FIELD[thing.of];
  const chosen = isChosen(thing);
  return (
    <li>
      <div data-line="">
        {parts.length > 0 && (
          <button
            type="button"
            aria-expanded={open}
            aria-label={t('things.open', { name: thing.name })}
            onClick={() => setOpened(!open)}
          >
            <ChevronRight aria-hidden />
          </button>
        )}
        {name ? (
          <Checkbox
            label={thing.name}
            checked={chosen || covered}
            disabled={covered}
            onChange={() => onFlip(name, thing.id)}
          />
        ) : (
          <span>{thing.name}</span>
        )}
      </div>
      {open && parts.length > 0 && (
        <Level
          things={parts}
          below={below}
          words={words}
          isChosen={isChosen}
          onFlip={onFlip}
          covered={covered || (chosen && thing.of === 'technical-system')}
        />
      )}
    </li>
  );
}
