import { statisticNoun } from '@lobby/shared/kit/statistic-terms.ts';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '../../../session/permissions.ts';
import { IconButton } from '../../controls/Button.tsx';
import { useListModel } from '../model/model.ts';

/** Link from a list to the statistics of its records, for those who may see them. */
export function StatisticsButton() {
  const { t } = useTranslation('kit');
  const navigate = useNavigate();
  const { definition } = useListModel();
  const may = useCan(definition.code, 'aggregate');
  const noun = statisticNoun(definition.name);
  if (!may || !noun) return null;
  // The statistics take over the filters of the list.
  const open = () => void navigate(`../statistics/${noun}${location.search}`);
  return <IconButton icon={ChartColumn} label={t('list.statistics')} onClick={open} />;
}
