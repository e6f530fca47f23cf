export { MoneyPane } from './MoneyCharts.tsx';
