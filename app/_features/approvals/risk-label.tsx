import { IconAlertTriangle, IconShield } from '@/app/_ui/icons/icons';
import type { ApprovalSummary } from '@/lib/contracts/approvals';
import classes from './risk-label.module.css';

const words = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const;

export function RiskLabel({ risk }: { risk: ApprovalSummary['risk'] }) {
  const Icon = risk === 'high' ? IconAlertTriangle : IconShield;
  return (
    <span className={classes['label']} data-risk={risk}>
      <Icon size={13} stroke={2} aria-hidden />
      {words[risk]}
    </span>
  );
}
