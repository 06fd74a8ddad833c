import { Component, type ReactNode } from "react";
import { paths } from "#shared/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { showTop } from "#web/ui/page-focus.ts";
import { retryFailedPages } from "./lazy-page.tsx";
import { reportError } from "./report-errors.ts";

interface Props {
  /** A change resets the error. */
  resetKey: string;
  /** Keeps the rest of the page. */
  isPart?: boolean;
  partHeading?: "h1" | "h2";
  /** Instead of the usual words. */
  fallback?: (retry: () => void) => ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  failedKey: string | null;
}

/** Fallback for a render error or a failed chunk. */
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

  override componentDidMount(): void {
    window.addEventListener("online", this.tryAgain);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("online", this.tryAgain);
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    if (!this.props.isPart) showTop();
  }

  tryAgain = (): void => {
    if (this.state.error === null) return;
    retryFailedPages();
    this.setState({ error: null, failedKey: null });
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    const { isPart, partHeading = "h2", fallback } = this.props;
    if (fallback) return fallback(this.tryAgain);
    // Reloading while offline would lose everything shown.
    const loadAgain = () => (navigator.onLine ? window.location.reload() : this.tryAgain());
    const reload = <Button onClick={loadAgain}>Load it again</Button>;
    const state = { picture: "broken", text: "Something broke on the way. Loading it again often helps." } as const;
    if (isPart) {
      return (
        <div role="alert">
          <EmptyState {...state} isCard heading={partHeading} title="This part could not be loaded" action={reload} />
        </div>
      );
    }
    return (
      <div className="wrap page page-end" role="alert">
        <EmptyState
          {...state}
          heading="h1"
          title="This page could not be loaded"
          action={
            <div className="button-row">
              {reload}
              <TextLink to={paths.home}>Back to Home</TextLink>
            </div>
          }
        />
      </div>
    );
  }
}
