import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { COLUMNS, type Difference, declares, type Group, keyOf } from './grants.ts';
import { nextCell } from './keys.ts';
import { matrixClass } from './matrix-look.ts';

export interface GridProps {
  label: string;
  groups: readonly Group[];
  on: (code: string, flag: Flag) => boolean;
  changed: ReadonlyMap<string, Difference>;
  locked: boolean;
  onToggle: (code: string, flag: Flag) => void;
}

/** Permissions by module and flag. The grid is a single tab stop; arrows move between cells, space toggles. */
export function Matrix({ label, groups, on, changed, locked, onToggle }: GridProps) {
  const { t } = useTranslation(['authorization', 'menu', 'modules']);
  const table = useRef<HTMLTableElement>(null);
  const codes = groups.flatMap(group => group.codes);
  const first = COLUMNS.find(flag => declares(codes[0] ?? '', flag));
  const [at, setAt] = useState('');
  const stops = codes.some(code => COLUMNS.some(flag => keyOf(code, flag) === at && declares(code, flag)));
  const stop = stops ? at : first && keyOf(codes[0] ?? '', first);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
    const next = from && nextCell(codes, from, event.key);
    if (!next) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  return (
    <div className={matrixClass()}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by arrows */}
      <table ref={table} role="grid" aria-label={label} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">{t('module')}</th>
            {COLUMNS.map(flag => (
              <th key={flag} scope="col">
                {t(`flags.${flag}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(group => (
          <tbody key={group.key}>
            <tr>
              <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
                <span>{t(`menu:groups.${group.key}`)}</span>
              </th>
            </tr>
            {group.codes.map(code => (
              <tr key={code}>
                <th scope="row">{t(`modules:${code}`)}</th>
                {COLUMNS.map(flag => {
                  const key = keyOf(code, flag);
                  const change = changed.get(key);
                  return (
                    <td key={flag} data-change={change && (change.added ? 'added' : 'removed')}>
                      {declares(code, flag) && (
                        <Checkbox
                          bare
                          label={`${t(`flags.${flag}`)} · ${t(`modules:${code}`)}`}
                          checked={on(code, flag)}
                          disabled={locked}
                          data-cell={key}
                          tabIndex={key === stop ? 0 : -1}
                          onFocus={() => setAt(key)}
                          onChange={() => onToggle(code, flag)}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
