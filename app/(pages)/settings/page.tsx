import { ForThoseWhoMay } from '../../_client/me';
import { AccountSection } from '../../_features/account/account-section';
import { BrowserNoticeSwitch } from '../../_features/approvals/browser-notice-switch';
import { PeopleSection } from '../../_features/people/people-section';
import { AppearanceSection } from '../../_features/settings/appearance-section';
import { AuditSection } from '../../_features/settings/audit-section';
import { DevicesSection } from '../../_features/settings/devices-section';
import { GeneralSection } from '../../_features/settings/general-section';
import { ModelsSection } from '../../_features/settings/models-section';
import { PromptsSection } from '../../_features/settings/prompts-section';
import { RetentionSection } from '../../_features/settings/retention-section';
import { SamplesSection } from '../../_features/settings/samples-section';
import { ServersSection } from '../../_features/settings/servers-section';
import { SigningSection } from '../../_features/settings/signing-section';
import { TokensSection } from '../../_features/settings/tokens-section';
import { WorkspacesSection } from '../../_features/settings/workspaces-section';
import { Page } from '../../_ui/shell/page';
import { PageHeader } from '../../_ui/shell/page-header';
import { PersonLine } from '../person-line';

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <PageHeader title="Settings" actions={<PersonLine place="header" />} />
      <ForThoseWhoMay access="administer">
        <PeopleSection />
        <ModelsSection />
        <PromptsSection />
        <SigningSection />
      </ForThoseWhoMay>
      <AccountSection />
      <DevicesSection />
      <TokensSection />
      <AppearanceSection>
        <BrowserNoticeSwitch />
      </AppearanceSection>
      <ForThoseWhoMay access="administer">
        <SamplesSection />
        <RetentionSection />
        <AuditSection />
        <ServersSection />
        <WorkspacesSection />
      </ForThoseWhoMay>
      <GeneralSection />
    </Page>
  );
}
