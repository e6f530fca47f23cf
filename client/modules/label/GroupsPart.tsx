import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { FolderTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { TreePart } from '../../kit/ui/tree/TreePart.tsx';
import { useTree } from '../../kit/ui/tree/useTree.ts';

/** Label groups as a tree. */
export function GroupsPart() {
  const { t } = useTranslation('label');
  const tree = useTree(labelGroup);
  const labels = (id: string) => {
    const group = tree.data?.find(item => item.id === id);
    return group && <Link to={`?groupId=${id}`}>{t('count', { count: group.count })}</Link>;
  };
  return (
    <TreePart
      query={tree}
      definition={labelGroup}
      icon={FolderTree}
      note={({ count }) => t('count', { count })}
      drawer={props => <DetailDrawer {...props} definition={labelGroup} meta={() => labels(props.id)} />}
    />
  );
}
