import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { usePreference } from '../../../session/preferences.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { ToggleChip } from '../../marks/Chip.tsx';
import { DialogSkeleton } from '../../overlay/DialogSkeleton.tsx';
import { useListModel } from '../model/model.ts';
import { useViews } from './useViews.ts';
import type { Asking } from './ViewDialog.tsx';
import { ViewMenu } from './ViewMenu.tsx';

const ViewDialog = lazyPart(async () => (await import('./ViewDialog.tsx')).ViewDialog, DialogSkeleton);

const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  flex: '1',
  // Keeps the menu visible, however many tabs there are.
  minW: '10',
  gap: '1',
  pe: '2',
});
const chipsClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  px: '0.5',
  py: '1',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '&:not(:empty)::before': { content: '""', flex: 'none', w: '1px', h: '5', bg: 'border', me: '1' },
  '& small': { ms: '1.5', textStyle: 'xs', color: 'fg.subtle' },
});

/** Saved views of a list with live counts, and a menu to manage them. */
export function ViewBar() {
  const { definition } = useListModel();
  const { t } = useTranslation('around');
  const { count } = useFormats();
  const model = useViews();
  const { views, on, bare, turnOn, projectId } = model;
  const [usual] = usePreference(`view/${projectId}/${definition.name}`, '');
  const [asking, ask] = useState<Asking | null>(null);
  const opened = useRef(false);
  const chips = useRef<HTMLDivElement>(null);
  const shown = on?.id;
  useEffect(() => {
    const chip = shown && chips.current?.querySelector('[aria-pressed=true]');
    if (chip) chip.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  // Once, if the list is opened without any state in the URL.
  useEffect(() => {
    if (opened.current || !views) return;
    opened.current = true;
    const first = bare && views.find(view => view.id === usual);
    if (first) turnOn(first, 'replace');
  });
  return (
    <div className={barClass()}>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons in a row are no fieldset */}
      <div ref={chips} role="group" className={chipsClass()} aria-label={t('views.title')}>
        {views?.map(view => (
          <ToggleChip
            key={view.id}
            pressed={view === on}
            title={view.shared && !view.mine ? t('views.by', { name: view.owner }) : undefined}
            onClick={() => turnOn(view === on ? null : view)}
          >
            <span className="cut">{view.name}</span>
            {view.count !== null && <small>{count(view.count)}</small>}
          </ToggleChip>
        ))}
      </div>
      <ViewMenu model={model} onAsk={ask} />
      {asking && <ViewDialog asking={asking} model={model} onClose={() => ask(null)} />}
    </div>
  );
}
