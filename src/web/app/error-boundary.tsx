import { Component, type ReactNode } from "react";
import { paths } from "#shared/paths.ts";
import { showTop } from "#web/lib/arrival.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";

interface Props {
  /** A new one, such as the next address, gives the page another chance. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  failedKey: string | null;
}

/** Stands in for a page that broke or could not be fetched, and offers a way on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedKey: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { error, failedKey }: State): Partial<State> | null {
    if (error === null) return null;
    if (failedKey === null) return { failedKey: resetKey };
    return failedKey === resetKey ? null : { error: null, failedKey: null };
  }

  override componentDidCatch(): void {
    showTop();
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="wrap page page-end" role="alert">
        <EmptyState
          heading="h1"
          picture="broken"
          title="This page did not load"
          text="Something broke on the way. Loading it again often helps."
          action={
            <div className="button-row">
              <Button onClick={() => window.location.reload()}>Load it again</Button>
              <TextLink to={paths.home}>Back to Home</TextLink>
            </div>
          }
        />
      </div>
    );
  }
}
