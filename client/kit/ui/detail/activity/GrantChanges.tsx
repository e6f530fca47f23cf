import { FLAGS } from '@lobby/shared/kit/permissions.ts';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../../http/api.ts';
import type { Activity } from './useActivities.ts';

type Lists = Partial<Record<string, readonly string[]>>;
const listsOf = (values: Activity['after']): Lists => dataOf<{ permissions: Lists }>(values).permissions ?? {};

interface GrantChangesProps {
  row: Pick<Activity, 'before' | 'after'>;
  className: string;
}

/** Permissions granted and revoked by an entry, one line per module. */
export function GrantChanges({ row, className }: GrantChangesProps) {
  const { t } = useTranslation(['authorization', 'modules']);
  const [before, after] = [listsOf(row.before), listsOf(row.after)];
  const words = (code: string, has: Lists, lacks: Lists) =>
    FLAGS.filter(flag => has[code]?.includes(flag) && !lacks[code]?.includes(flag))
      .map(flag => t(`flags.${flag}`))
      .join(', ');
  return Object.keys(after).map(code => {
    const [added, removed] = [words(code, after, before), words(code, before, after)];
    return (
      <div key={code} className={className}>
        <b>{t(`modules:${code}`)}</b>
        {removed && <del>− {removed}</del>}
        {added && <ins>+ {added}</ins>}
      </div>
    );
  });
}
