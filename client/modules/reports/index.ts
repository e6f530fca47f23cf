export { IncomeChart, MoneyPane } from './MoneyCharts.tsx';
