export { HelpPictures } from './ItemCard.tsx';
export { UpkeepTab } from './UpkeepTab.tsx';
export { WorksTab } from './WorksTab.tsx';
