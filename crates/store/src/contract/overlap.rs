//! Calls that overlap.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A call that was begun.
pub type Call<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Drives all calls at once; returns their results, in order.
pub async fn all<T>(mut calls: Vec<Call<'_, T>>) -> Vec<T> {
    let mut returned: Vec<Option<T>> = calls.iter().map(|_| None).collect();
    let drive = |context: &mut Context<'_>| {
        for (call, result) in calls.iter_mut().zip(&mut returned) {
            if result.is_none()
                && let Poll::Ready(value) = call.as_mut().poll(context)
            {
                *result = Some(value);
            }
        }
        if returned.iter().all(Option::is_some) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    };
    poll_fn(drive).await;
    returned.into_iter().flatten().collect()
}

/// Begins a call, and drops it at the point it has reached.
pub async fn abandon<T>(mut call: Call<'_, T>) {
    let begin = |context: &mut Context<'_>| {
        let _ = call.as_mut().poll(context);
        Poll::Ready(())
    };
    poll_fn(begin).await;
}
