import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ComponentProps } from 'react';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { useFlowTab } from './FlowTab.tsx';

/** The screen of forms that are approved in steps. */
export function FormRecordsPage<D extends Definition>(props: ComponentProps<typeof RecordsPage<D>>) {
  const extraTabs = useFlowTab(props.definition.name);
  return <RecordsPage {...props} detail={{ extraTabs, ...props.detail }} />;
}
