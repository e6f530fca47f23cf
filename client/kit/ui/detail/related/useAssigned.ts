import { useTranslation } from 'react-i18next';
import { useRefName } from '../../../refs/refs.ts';
import type { Activity } from '../activity/useActivities.ts';

const textIn = (values: Activity['after'], name: string): string | null =>
  typeof values?.[name] === 'string' ? values[name] : null;

/** Whom an entry of the activity assigned a record to, and in words by which rule, if one did. */
export function useAssigned({ after }: Pick<Activity, 'after'>): { worker: string | null; byRule: string | null } {
  const { t } = useTranslation('kit');
  const worker = useRefName('employee', textIn(after, 'assigneeId')) ?? null;
  const rule = textIn(after, 'ruleName');
  return { worker, byRule: rule && worker ? t('activity.byRule', { rule, name: worker }) : null };
}
