import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { COLUMNS, declares, keyOf } from './grants.ts';
import type { GridProps } from './Matrix.tsx';
import { listClass } from './matrix-look.ts';

/** The matrix as a list for narrow screens. */
export function ModuleList({ label, groups, on, changed, locked, onToggle }: GridProps) {
  const { t } = useTranslation(['authorization', 'menu', 'modules']);
  return (
    <section className={listClass()} aria-label={label}>
      {groups.map(group => (
        <div key={group.key}>
          <h2>{t(`menu:groups.${group.key}`)}</h2>
          {group.codes.map(code => (
            <fieldset key={code}>
              <legend>{t(`modules:${code}`)}</legend>
              <div>
                {COLUMNS.filter(flag => declares(code, flag)).map(flag => {
                  const change = changed.get(keyOf(code, flag));
                  return (
                    <span key={flag} data-change={change && (change.added ? 'added' : 'removed')}>
                      <Checkbox
                        label={`${change ? (change.added ? '+ ' : '− ') : ''}${t(`flags.${flag}`)}`}
                        checked={on(code, flag)}
                        disabled={locked}
                        onChange={() => onToggle(code, flag)}
                      />
                    </span>
                  );
                })}
              </div>
            </fieldset>
          ))}
        </div>
      ))}
    </section>
  );
}
